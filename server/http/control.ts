import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CODE } from '#contract/codes.ts'
import { refuse } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { isLoopbackCaller } from '#server/platform/development.ts'
import { ownFolders } from '#server/platform/folders/owner.ts'
import { whatIsWrong } from '#server/platform/folders/whatIsWrong.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { consume } from '#server/platform/rateLimit.ts'
import { runCommand } from './commands.ts'
import { answer } from './dispatch.ts'

export const CONTROL_PATH = '/control'
/** A request is good for so long, and once. */
const FRESH_SECONDS = 60
const ONCE = [{ most: 1, seconds: 2 * FRESH_SECONDS }]

const controlInput = z.object({
  words: z.array(z.string().max(200)).max(10),
  /** The text of the file that the words are about. */
  file: z.string().optional(),
  at: z.int(),
  nonce: z.string().max(64),
})
export type ControlCommand = z.infer<typeof controlInput>

/** Proof that the caller holds the master key: only the command line on this machine does. */
export const proofOf = (keys: Keys, { words, at, nonce, file }: ControlCommand): string =>
  keys
    .hmac('control', JSON.stringify(file === undefined ? [words, at, nonce] : [words, at, nonce, file]))
    .toString('base64url')

/** POST /control – commands for a running process, from this machine and with the master key; else it is not there. */
export function controlRoutes(app: FastifyInstance, services: Services): void {
  app.post(CONTROL_PATH, async (request, reply) => {
    if (!isLoopbackCaller(request)) return reply.callNotFound()
    const asked = controlInput.safeParse(request.body).data
    if (!asked || !isProven(services, asked, request.headers.authorization)) return reply.callNotFound()
    await consume(services.db, `control ${asked.nonce}`, ONCE)
    const said = await runCommand(services, asked.words, asked.file).catch((error) => sayWhy(services, error))
    return answer(reply, { code: CODE.ok, data: { said } })
  })
}

/** The site's operator is told what the system said, and where. */
function sayWhy({ config }: Services, error: NodeJS.ErrnoException): never {
  throw error.syscall === undefined ? error : refuse(whatIsWrong(error, ownFolders(config)))
}

function isProven({ keys, now }: Services, asked: ControlCommand, authorization: string | undefined): boolean {
  if (Math.abs(now().getTime() - asked.at) > FRESH_SECONDS * 1000) return false
  const [given, right] = [authorization ?? '', `Bearer ${proofOf(keys, asked)}`].map((text) => Buffer.from(text))
  return given!.length === right!.length && timingSafeEqual(given!, right!)
}
