import { confirmClock, holdClock, showClock } from '#server/clock/commands.ts'
import type { Services } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { refundOrder } from '#server/pay/commands.ts'
import { ADD_USAGE, addOperator, listOperators, REMOVE_USAGE, removeOperator } from '#server/review/operators.ts'

/** Does what whoever runs this site asks for on the command line; the answer is shown as it is. */
type Command = (services: Services, args: string[]) => Promise<string>

/** Everything that can be asked for, by its first two words. */
const COMMANDS: Record<string, Command> = {
  'operator add': (services, args) => addOperator(services, nameIn(args, ADD_USAGE)),
  'operator list': (services) => listOperators(services),
  'refund order': refundOrder,
  'clock show': showClock,
  'clock confirm': confirmClock,
  'clock hold': holdClock,
  'operator remove': (services, args) => removeOperator(services, nameIn(args, REMOVE_USAGE)),
}

/** Throws a refusal with a sentence where there is no such command or it cannot be done. */
export async function runCommand(services: Services, [what = '', how = '', ...args]: string[]): Promise<string> {
  const name = `${what} ${how}`
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw refuse(`没有这个命令，可以用的有：${Object.keys(COMMANDS).join('、')}`)
  return command(services, args)
}

/** All of what was typed, so that two words are not taken for the first of them. */
function nameIn(args: string[], usage: string): string {
  if (args.length === 0) throw refuse(usage)
  return args.join(' ')
}
