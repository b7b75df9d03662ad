import { makeListeners } from '#web/ui/listeners.ts'
import { forgetRows } from './database.ts'
import { DEVICE_VALUES, TAB_VALUES, type Until } from './keys.ts'
import { device, tab } from './storage.ts'

const { subscribe, notify } = makeListeners()

/** Calls `listener` when a person signs out here: modules forget what they hold in memory of what this browser keeps. */
export const onForgotten = subscribe

/** Removes all that this browser keeps until its person signs out (keys.ts). */
export async function forgetOwn(owner: string | undefined): Promise<void> {
  for (const name of device.names().filter((name) => endsBy(DEVICE_VALUES, name))) device.removeItem(name)
  for (const name of tab.names().filter((name) => endsBy(TAB_VALUES, name))) tab.removeItem(name)
  notify()
  await forgetRows(owner)
  notify()
}

/** Whether the list says of this value that it ends at the latest when its person signs out. */
const endsBy = (list: Record<string, Until>, name: string): boolean =>
  Object.entries(list).some(
    ([key, until]) => until !== 'removed' && (key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : name === key),
  )
