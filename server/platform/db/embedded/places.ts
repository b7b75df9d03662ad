import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WasmModule } from './messages.ts'

/** The folder of the build. Node 20 cannot run a worker from TypeScript: the built one is used from source, too. */
const fromSource = import.meta.url.endsWith('.ts')
const dist = new URL(fromSource ? '../../../../dist/' : '../../../../', import.meta.url)

export function builtFile(name: 'template.tar.gz' | 'server/platform/db/embedded/worker.js'): string {
  const file = fileURLToPath(new URL(name, dist))
  if (!existsSync(file)) throw new Error(`缺少 ${file}，请先构建：npm run build`)
  return file
}

/** Compiled once for the process: an engine that is opened again starts with code that is ready and already hot. */
export async function compileEngine(): Promise<WasmModule> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<WasmModule> } }
  return WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')))
}
