import { z } from 'zod'
import { flag } from './fields.ts'

/** What a newcomer may want to do next; `path` is the page where it is done. */
export const tasksOutput = z.object({
  tasks: z.array(
    z.object({
      id: z.enum(['gift', 'diary', 'seal', 'tel']),
      title: z.string(),
      text: z.string(),
      done: flag,
      path: z.string(),
    }),
  ),
})
export type Task = z.infer<typeof tasksOutput>['tasks'][number]
