import { flagOf } from '#server/core/flagOf.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import { BROKEN } from './commands.ts'
import { type StateOfKeys, stateOfKeys } from './stateOfKeys.ts'

/** The sheets are to be put together once a year. */
const PROVE_WITHIN_SECONDS = 365 * 86_400

/** The keys of months, and whether something is to be done for them: `due`. */
export async function deskMonthKeys(context: OperatorContext) {
  const state = await stateOfKeys(context)
  if (!state && !context.config.production) return { text: '开发环境：哪个月用到，就造哪个月的一对', due: 0 as const }
  return { text: textOf(state), due: flagOf(!state?.isSound || isUnproven(state)) }
}

const isUnproven = ({ unprovenSeconds }: StateOfKeys): boolean => unprovenSeconds > PROVE_WITHIN_SECONDS

function textOf(state: StateOfKeys | undefined): string {
  if (!state) return '还没有取来公钥，归档里不装未解封的胶囊。做法见 docs/operate.md, The keys of months'
  if (!state.isSound) return BROKEN
  const { from, to, digest, proven } = state
  const told = `${from} 到 ${to}，公钥摘要 ${digest}，上一次核对恢复单：${proven}。`
  return isUnproven(state)
    ? `${told}已经一年多没有核对：请在自己的电脑上运行 npm run sunset -- prove，再在服务器上运行 npm run sunset -- proven`
    : told
}
