import { z } from 'zod'
import { flag } from './fields.ts'

/** The next steps a newcomer may want to take; `path` is the page for each. */
export const tasksOutput = z.object({
  tasks: z.array(
    z.object({
      id: z.enum(['gift', 'diary', 'seal', 'send', 'tel']),
      title: z.string(),
      text: z.string(),
      done: flag,
      path: z.string(),
    }),
  ),
})
export type Task = z.infer<typeof tasksOutput>['tasks'][number]
