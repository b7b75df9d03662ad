import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A proxy to another port of this machine that can stand still: while it does, it accepts bytes and new connections and
 * passes nothing on, as a server that hangs, or a network that swallows.
 */
export async function makeProxy(port: number) {
  const sockets = new Set<Socket>()
  let kept: (() => void)[] | undefined
  let severed = false
  const pass = (go: () => void): void => {
    if (kept) kept.push(go)
    else go()
  }
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    near.on('close', () => sockets.delete(near))
    if (severed) near.destroy()
    else pass(() => join(near))
  })
  function join(near: Socket): void {
    const far = connect(port, '127.0.0.1')
    const ways: [Socket, Socket][] = [
      [near, far],
      [far, near],
    ]
    for (const [from, to] of ways) {
      sockets.add(from)
      from.on('data', (bytes) => pass(() => to.write(bytes)))
      from.on('end', () => pass(() => to.end()))
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
    }
  }
  /** Breaks off every connection, and every new one until the proxy stalls or goes on. */
  function cut(): void {
    severed = true
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stall: (): void => {
      severed = false
      kept ??= []
    },
    goOn: (): void => {
      severed = false
      const waiting = kept ?? []
      kept = undefined
      for (const go of waiting) go()
    },
    cut,
    close: async (): Promise<void> => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
