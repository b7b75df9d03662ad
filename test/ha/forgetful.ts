import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** While the file WAIT exists, a primary pauses as it begins to renew its leadership, and says so by the file UPDATING. */
export const WAIT = 'wait'
export const UPDATING = 'updating'
/** Longer than the test needs to stop the primary, and less than the leadership holds. */
const LONGEST_SECONDS = 10

const SOURCE = 'usr/lib/python3/dist-packages/patroni/dcs/etcd3.py'
const BEGINNING = '    def _update_leader(self):\n'

/**
 * Makes the unpacked Patroni one that forgets: over etcd's v3 protocol versions before 3.1 write the leader's key without asking
 * whose it is, so a primary stopped between its look and that writing takes the leadership back when it wakes. That gap
 * lasts only a moment, so here it is prolonged. Answers the lines to replace in deploy/patroni.yml.
 */
export function asMustNotBe(root: string, folder: string): Record<string, string> {
  const path = join(root, SOURCE)
  const source = readFileSync(path, 'utf8')
  if (source.split(BEGINNING).length !== 2) throw new Error(`${SOURCE} is another Patroni’s`)
  writeFileSync(path, source.replace(BEGINNING, BEGINNING + pauseIn(folder)))
  return { 'etcd: { hosts': 'etcd3: { hosts' }
}

const pauseIn = (folder: string): string => `
        until = time.time() + ${LONGEST_SECONDS}
        while os.path.exists('${join(folder, WAIT)}') and time.time() < until:
            open('${join(folder, UPDATING)}', 'w').close()
            time.sleep(0.01)
`
