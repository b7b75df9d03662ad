import type { Role } from '#contract/desk.ts'
import { refuse } from '#server/core/fail.ts'
import {
  ADD_USAGE,
  addOperator,
  listOperators,
  REMOVE_USAGE,
  ROLES_USAGE,
  removeOperator,
  rolesIn,
  setRoles,
} from '#server/desk/review/operators.ts'
import { refundOrder } from '#server/money/pay/commands.ts'
import { addGoods, changePrice, listGoods, removeGoods } from '#server/money/pay/goodsCommands.ts'
import { confirmClock, holdClock, showClock } from '#server/platform/clock/commands.ts'
import type { Services } from '#server/platform/context.ts'
import { writeEverybodys } from '#server/upkeep/archive/everybodys.ts'
import { copyForBackup, noteOf } from '#server/upkeep/backup/commands.ts'
import { scrubAll } from '#server/upkeep/backup/scrub.ts'
import { beginAnew, confirmLog, showLog, takeNewKey, unconfirmLog } from '#server/upkeep/receipts/commands.ts'
import { rotateKeys } from '#server/upkeep/rotation/rotate.ts'
import { sayProven, showNumber, takeKeys } from '#server/upkeep/sunset/commands.ts'
import { planEnd } from '#server/upkeep/sunset/plan.ts'
import { refundUnspent } from '#server/upkeep/sunset/refund.ts'
import { announceEnd, endWriting } from '#server/upkeep/sunset/steps.ts'

/**
 * Carries out a command that the site's operator typed on the command line; the answer is shown as it is. `file` is the text of the one it
 * names, which was read where it was typed.
 */
type Command = (services: Services, args: string[], file?: string) => Promise<string>

/** Everything that can be asked for, by its first two words, or its only one. */
const COMMANDS: Record<string, Command> = {
  'operator add': (services, args) => addOperator(services, ...namedWithRoles(args)),
  'operator roles': (services, args) => setRoles(services, ...withRoles(args)),
  'operator list': (services) => listOperators(services),
  'refund order': refundOrder,
  goods: (services) => listGoods(services),
  'goods add': addGoods,
  'goods price': changePrice,
  'goods remove': removeGoods,
  'backup copy': copyForBackup,
  'backup note': noteOf,
  'scrub all': (services) => scrubAll(services),
  'clock show': showClock,
  'clock confirm': confirmClock,
  'clock hold': holdAll,
  'keys rotate': rotateKeys,
  log: showLog,
  'log confirm': confirmLog,
  'log anew': beginAnew,
  'log newkey': takeNewKey,
  'sunset take': takeKeys,
  'sunset proven': sayProven,
  'sunset number': showNumber,
  'sunset archives': writeEverybodys,
  'sunset plan': planEnd,
  'sunset announce': announceEnd,
  'sunset readonly': endWriting,
  'sunset refund': refundUnspent,
  'operator remove': (services, args) => removeOperator(services, nameIn(args, REMOVE_USAGE)),
}

/** Whether these words begin a command of the server, not one that does without. */
export const isCommand = ([what, how]: string[]): boolean => Object.hasOwn(COMMANDS, `${what} ${how}`)

/** Throws a refusal with a sentence where there is no such command or it cannot be done. */
export async function runCommand(
  services: Services,
  [what = '', how = '', ...args]: string[],
  file?: string,
): Promise<string> {
  const name = how ? `${what} ${how}` : what
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw refuse(`没有这个命令，可以用的有：${Object.keys(COMMANDS).join('、')}`)
  return command(services, args, file)
}

/** A database that was put back unnoticed sends nothing, and its log signs nothing, each until somebody confirms it. */
async function holdAll(services: Services): Promise<string> {
  const unconfirmed = await unconfirmLog(services)
  return [await holdClock(services), ...(unconfirmed ? [unconfirmed] : [])].join('\n')
}

/** All of what was typed, so that two words are not taken for the first of them. */
function nameIn(args: string[], usage: string): string {
  if (args.length === 0) throw refuse(usage)
  return args.join(' ')
}

/** A name, and what its bearer may do: all of it where nothing is said. */
function namedWithRoles(args: string[]): [string, readonly Role[]] {
  if (args.length === 0) throw refuse(ADD_USAGE)
  const last = args.at(-1)!
  const said = args.length > 1 && /[,]|^(review|money|keeper)$/.test(last)
  return said ? [args.slice(0, -1).join(' '), rolesIn(last)] : [args.join(' '), rolesIn(undefined)]
}

function withRoles(args: string[]): [string, readonly Role[]] {
  if (args.length < 2) throw refuse(ROLES_USAGE)
  return [args.slice(0, -1).join(' '), rolesIn(args.at(-1))]
}
