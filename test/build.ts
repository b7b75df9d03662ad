import { execFileSync } from 'node:child_process'

/** The embedded engine's worker and its template exist only built; a second build of nothing takes a moment. */
export default function build(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--server'], { stdio: 'inherit' })
}
