import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd: number; node: { mode: number } }
type EngineModule = {
  FS: { ErrnoError: new (errno: number) => Error; isDir(mode: number): boolean }
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } }
}
type Init = NodeFS['init']

/** EIO as WASI numbers it, which is what the engine's `fsync` answers with. */
const EIO = 29

type Hooks = { synced(): void; failed(error: Error): void }

/** PGlite's file system on a folder, except that `fsync` reaches the disk: as shipped it does nothing at all. */
export class SyncedFs extends NodeFS {
  readonly #hooks: Hooks

  constructor(dataDir: string, hooks: Hooks) {
    super(dataDir)
    this.#hooks = hooks
  }

  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const started = await super.init(pg, options)
    const install = (module: unknown) => syncForReal(module as EngineModule, this.#hooks)
    started.emscriptenOpts.preRun = [...(started.emscriptenOpts.preRun ?? []), install]
    return started
  }
}

function syncForReal({ FS, NODEFS }: EngineModule, hooks: Hooks) {
  NODEFS.stream_ops.fsync = (stream) => {
    try {
      fs.fsyncSync(stream.nfd)
    } catch (error) {
      // Windows cannot sync a directory, and need not: its file system journals the names.
      if (process.platform === 'win32' && FS.isDir(stream.node.mode)) return 0
      hooks.failed(error as Error)
      throw new FS.ErrnoError(EIO)
    }
    hooks.synced()
    return 0
  }
}
