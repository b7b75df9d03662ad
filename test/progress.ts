import type { Reporter, TestModule, TestSpecification } from 'vitest/node'
import { keepCosts } from './costs.ts'

const EVERY_MS = 15_000

/** Says every quarter of a minute where a run is, and keeps what each file has cost. */
export default class Progress implements Reporter {
  private all = 0
  private done = 0
  private failed = 0
  private began = 0
  private timer: NodeJS.Timeout | undefined

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.all = specifications.length
    this.began = performance.now()
    this.timer = setInterval(() => this.tell(), EVERY_MS).unref()
  }

  onTestModuleEnd(file: TestModule): void {
    this.done += 1
    if (file.state() === 'failed') this.failed += 1
  }

  onTestRunEnd(files: readonly TestModule[]): void {
    clearInterval(this.timer)
    // A single file says nothing of what the whole costs.
    if (files.length < 10) return
    keepCosts(process.env.COSTS ?? 'vitest', files.map(costOf))
  }

  private tell(): void {
    const seconds = Math.round((performance.now() - this.began) / 1000)
    const failed = this.failed > 0 ? `, ${this.failed} failed` : ''
    console.log(`  … ${this.done} of ${this.all} test files${failed}, ${seconds} s`)
  }
}

const costOf = (file: TestModule) => ({
  part: file.project.name,
  file: file.relativeModuleId,
  tests: [...file.children.allTests()].length,
  seconds: file.diagnostic().duration / 1000,
  processor: file.meta().processor ?? 0,
})
