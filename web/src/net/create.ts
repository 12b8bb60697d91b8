// Making a room: one short line to the server, then the room's own view takes over with the token.

import type { Nack, ServerMessage } from "../wire/messages";
import type { RoomRequest } from "../wire/types";
import { keepSeat } from "./seats";

/** The server's refusal of a room, with all problems that it found. */
export class Refused extends Error {
  constructor(readonly nack: Nack) {
    super(nack.message);
  }
}

/** Make a room, keep the key of its seat, and tell its code. */
export function createRoom(request: RoomRequest): Promise<string> {
  return new Promise((settle, fail) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "room.create", id: "create", ...request }));
    socket.onclose = () => fail(new Error("the server does not answer"));
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.type === "nack") fail(new Refused(message));
      if (message.type === "room.created") {
        keepSeat(message.state.roomCode, message.token);
        settle(message.state.roomCode);
      }
      if (message.type === "nack" || message.type === "room.created") socket.close(1000);
    };
  });
}
