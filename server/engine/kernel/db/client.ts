import { Socket } from 'node:net'
import pg from 'pg'

/** A connection with a socket of its own. With TLS, `gather` has no effect. */
export class Client extends pg.Client {
  readonly #socket: Socket

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.#socket = socket
  }

  /** Sends what is written in this turn of the event loop as one packet, e.g. a commit and the next `begin`. */
  gather(): void {
    if (this.#socket.writableCorked) return
    this.#socket.cork()
    process.nextTick(() => this.#socket.uncork())
  }

  /** Fails all that was sent. */
  cut(error: Error): void {
    this.#socket.destroy(error)
  }
}

/** A connection taken from a pool. */
export type PooledClient = Client & Pick<pg.PoolClient, 'release'>
