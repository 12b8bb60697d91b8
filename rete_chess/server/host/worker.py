"""A worker: a process in which rooms live, bots think or documents are judged. It does one job at a time.

A job that takes more processor time or memory than it may ends the whole process: nothing of it was stored,
and the rooms are woken elsewhere. There is no gentler way: a game that is interrupted in a move is broken.
"""

from __future__ import annotations

import gc
import os
import pickle
import resource
import signal
import socket
import traceback
from collections.abc import Callable
from typing import Any, Final

from rete_chess.server.host.answering import answer_here, told_view
from rete_chess.server.host.channel import Waiting
from rete_chess.server.host.jobs import Answer, Failure, Job
from rete_chess.server.host.lodging import Lodging
from rete_chess.server.host.timers import now_ms
from rete_chess.server.room import choose
from rete_chess.server.wire.directory import CLIENT_MESSAGES

#: How a worker ends that has no memory left.
OUT_OF_MEMORY: Final = 3
#: Seconds without a job after which a worker collects garbage, if it did so many jobs since.
IDLE: Final = 1.0
BUSY: Final = 2_000

_PAGE: Final = resource.getpagesize()


def warm_up() -> None:
    """Load what is loaded late, before workers are forked."""
    for message in CLIENT_MESSAGES.values():
        message.model_rebuild()
    Lodging(60_000).rehearse()


def work(end: socket.socket, kind: str, arguments: dict[str, Any]) -> None:
    """Do the jobs that come over a line, until it is closed."""
    os.nice(arguments["niceness"])
    line = Waiting(end)
    lodging = Lodging(arguments["consent_time"], arguments["code_prefix"])
    verbs: dict[str, Callable[..., Any]] = {
        **lodging.verbs,
        "think": lambda request: choose(pickle.loads(request), now_ms()),
        "view": told_view,
        "answer": answer_here,
    }
    seconds, most = arguments["seconds"], arguments["megabytes"] << 20
    done = 0
    while True:
        try:
            job: Job = line.get(IDLE if done > BUSY else None)
        except TimeoutError:
            gc.collect()
            done = 0
            continue
        done += 1
        line.put(_done(job, verbs, seconds, most))


def _done(job: Job, verbs: dict[str, Callable[..., Any]], seconds: float, most: int) -> Answer:
    """The answer to a job, done within its limits."""
    _bound(seconds, most)
    try:
        return Answer(job.number, verbs[job.verb](*job.arguments))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Exception as error:
        return Answer(job.number, None, Failure(f"{type(error).__name__}: {error}", traceback.format_exc()))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _bound(seconds: float, most: int) -> None:
    """End this process if it uses more processor time from now on, or so many more bytes."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    with open("/proc/self/statm", "rb") as statm:
        data = int(statm.read().split()[5]) * _PAGE
    resource.setrlimit(resource.RLIMIT_DATA, (data + most, resource.RLIM_INFINITY))
