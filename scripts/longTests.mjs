// Which tests have more in `npm run test:all` than in `npm test` (test/thorough.ts), and where that is run. Plain Node, no packages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

/** Files and folders whose tests ask no database, or always the embedded one: not run a second time on a server. */
export const SAME_ON_ANY_ENGINE = `
contract/
server/capsules/capsule/cleanHtml.test.ts
server/capsules/capsule/commitment.test.ts
server/platform/config.test.ts
server/http/connections.test.ts
server/platform/media/disk/
server/core/quietLog.test.ts
server/http/requestId.test.ts
server/core/settingFiles.test.ts
server/http/system/rules.test.ts
standins/
test/bundle.test.ts
test/deploy.test.ts
test/engines.test.ts
test/operate.test.ts
test/receipts/
server/platform/db/embedded/
server/platform/keys/
server/platform/media/inspect/inspect.test.ts
server/platform/moderation/
server/upkeep/receipts/tree.test.ts
server/upkeep/sunset/monthKeys.test.ts
server/upkeep/sunset/offline.test.ts
server/platform/outside/
server/upkeep/archive/golden.test.ts
server/upkeep/archive/large.test.ts
server/upkeep/archive/madeFile.test.ts
`
  .trim()
  .split('\n')

/** Long tests that a server is not asked: all their rounds are run beside the embedded engine. */
export const roundsWithoutServer = () => longTests(/thorough\.ts'/).filter((name) => !isOnServer(name))

/** Files with drills, which are asked of the embedded engine as well. */
export const drills = () => longTests(/\bdrill\b.*thorough\.ts'|\bDRILL\b.*thorough\.ts'/).filter(isOnServer)

const isOnServer = (name) =>
  name.startsWith('server/') || name.startsWith('test/system/')
    ? !SAME_ON_ANY_ENGINE.some((place) => name.startsWith(place))
    : false

const longTests = (imports) =>
  ['contract', 'server', 'test', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.test\.tsx?$/.test(name) && imports.test(readFileSync(join(root, name), 'utf8'))),
  )
