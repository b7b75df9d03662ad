import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { type Cost, keepCosts } from '#test/costs.ts'

/** Under this name a journey notes its seconds of processor: of its worker, with the browser and the server below it. */
export const PROCESSOR = 'processor'

/** Keeps what each file of journeys has cost at each width. */
export default class Costs implements Reporter {
  private readonly costs = new Map<string, Cost>()

  onTestEnd(journey: TestCase, { duration, annotations }: TestResult): void {
    if (journey.outcome() === 'skipped') return
    const part = `journeys, ${journey.parent.project()?.name}`
    const file = relative('.', journey.location.file)
    const cost = this.costs.get(part + file) ?? { part, file, tests: 0, seconds: 0, processor: 0 }
    cost.tests += 1
    cost.seconds += duration / 1000
    cost.processor += Number(annotations.find(({ type }) => type === PROCESSOR)?.description ?? 0)
    this.costs.set(part + file, cost)
  }

  onEnd(): void {
    if (this.costs.size >= 10) keepCosts(process.env.COSTS ?? 'journeys', [...this.costs.values()])
  }
}
