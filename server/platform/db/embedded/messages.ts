import type { Param } from '#server/platform/db/types.ts'
import type { ErrorFields } from '#server/platform/db/wire/databaseError.ts'

/** A compiled WebAssembly.Module: TypeScript knows it only with the browser's types, which a server has no use for. */
export type WasmModule = { readonly wasmModule: unique symbol }

/** The data that the main thread hands to the worker when it starts. */
export type WorkerData = {
  dataDir: string
  /** the compiled engine, shared by all starts: a restart need not compile it again */
  wasm: WasmModule
  /** one counter of file system syncs, in shared memory */
  syncs: SharedArrayBuffer
  /** run before the first call, e.g. settings that must outlive a restart */
  setup: string[]
}

/**
 * `single` stands alone, `begin` opens a transaction, `inside` must find one open: the worker refuses it otherwise,
 * so that no statement of a lost transaction is ever committed on its own.
 */
export type Request = { kind: 'single' | 'begin' | 'inside'; sql: string; params: Param[] }

/** `bytes`: the engine's own messages, with the description of the rows before them; the thread that asked reads them. */
export type Outcome = { bytes: Uint8Array } | { error: ErrorFields }

/** To the worker: calls in order, or the word to end. */
export type ToWorker = Request[] | 'close'

/** From the worker: outcomes in the order of the calls. `fatal`: no answer can be trusted any more. */
export type FromWorker = { ready: true } | { outcomes: Outcome[] } | { fatal: string } | { closed: true }
