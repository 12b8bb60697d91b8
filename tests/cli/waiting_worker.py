"""A worker of the self-test that tells its session, and waits until somebody ends it."""

from __future__ import annotations

import os
import threading

from rete_chess.network.soak_worker import end_with_starter

if __name__ == "__main__":
    alive = open(os.environ["ALIVE"], "w", encoding="utf-8")  # noqa: SIM115 (as long as the worker)
    alive.write(f"{os.getsid(0)}\n")
    alive.flush()
    end_with_starter()
    threading.Event().wait()
