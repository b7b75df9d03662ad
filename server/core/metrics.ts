import { Counter, Gauge, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof makeMetrics>

/** The counters that one process keeps of itself, for /metrics (server/http/system/metrics.ts, where the queried values are). */
export function makeMetrics() {
  const registry = new Registry()
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const gauge = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const replicaFresh = gauge(
    'database_replica_fresh',
    '1 while the read replica is asked, 0 while it is behind or away; nothing where there is none',
    [],
  )
  replicaFresh.remove()
  return {
    registry,
    databaseErrors: counter(
      'database_errors_total',
      'Statements, transactions and connections that failed, by the class of their SQLSTATE; 23 is mostly a rule that held',
      ['class'],
    ),
    replicaReads: counter(
      'database_replica_reads_total',
      'Public lists and searches of a process that has a read replica, by which database chose them',
      ['answered'],
    ),
    replicaFresh,
    slowStatements: counter('slow_statements_total', 'Statements that took longer than SLOW_STATEMENT_MS, by name', [
      'statement',
    ]),
    providerAnswers: counter('provider_answers_total', 'What providers said to messages: sent, failed or unknown', [
      'provider',
      'outcome',
    ]),
    platformWaiting: gauge('platform_waiting', 'Calls that wait for a platform now, of 24 at most', ['platform']),
    platformRefused: counter(
      'platform_refused_total',
      'Calls that were not let in to a platform: it is silent, or too many wait for it',
      ['platform', 'why'],
    ),
    mediaErrors: counter(
      'media_store_errors_total',
      'What the store of uploads, a bucket or our own disk, failed to do',
      ['operation'],
    ),
    // `name` and not `job`, which is Prometheus' own word for what it scrapes.
    jobInterval: gauge('job_interval_seconds', 'How often each job is to run', ['name']),
    jobSuccess: gauge('job_last_success_timestamp_seconds', 'When each job last ended well in this process', ['name']),
    jobDuration: gauge('job_last_duration_seconds', 'How long its last run took, however it ended', ['name']),
    jobFailures: counter('job_failures_total', 'Runs of each job that failed', ['name']),
  }
}

type Job = { name: string; everyMs: number }

/** Counts one run of a job. Rejects when the job does. */
export async function countRun({ name, everyMs }: Job, metrics: Metrics, run: () => Promise<unknown>): Promise<void> {
  const job = { name }
  metrics.jobInterval.set(job, everyMs / 1000)
  const end = metrics.jobDuration.startTimer(job)
  try {
    await run()
    metrics.jobSuccess.setToCurrentTime(job)
  } catch (error) {
    metrics.jobFailures.inc(job)
    throw error
  } finally {
    end()
  }
}
