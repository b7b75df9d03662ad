import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS } from '#contract/capsule.ts'
import { href } from '#contract/pages.ts'
import { sharedPath } from '#contract/share.ts'
import { askerOf } from '#server/asker.ts'
import type { Services } from '#server/context.ts'
import { countGuess } from '#server/notice/guesses.ts'
import { shareHashOf } from './capsuleShare.ts'
import { noSharedPage, sharedPage } from './sharedPage.ts'

/** 32 bytes, as shares spell them. */
const TOKEN = /^[\w-]{43}$/

type Asked = { Params: { token: string }; Querystring: Record<string, unknown> }

/**
 * GET /s/{token} – a shared capsule for whoever reads no JavaScript: tags by which chats show the address, and the way on to
 * its page, with `?hide=1` as that page has it. One that is there is given from a full address too: chats fetch those of many
 * people from one.
 */
export function shareDoor(app: FastifyInstance, services: Services): void {
  app.get<Asked>('/s/:token', async (request, reply) => {
    const { token } = request.params
    const id = await sharedBy(services, token)
    if (id === undefined) return none(services, request, reply)
    const hide = request.query.hide === '1' ? '1' : undefined
    const leadsTo = `/${href('unseal', { id: String(id), token, hide })}`
    return give(reply, sharedPage(askerOf(services, request).origin, sharedPath(token), leadsTo))
  })
}

async function none(services: Services, request: FastifyRequest, reply: FastifyReply) {
  await countGuess(askerOf(services, request))
  return give(reply.code(404), noSharedPage())
}

async function sharedBy({ db }: Services, token: string): Promise<number | undefined> {
  if (!TOKEN.test(token)) return undefined
  const share = await db
    .selectFrom('shares as s')
    .innerJoin('capsules as c', 'c.id', 's.capsule_id')
    .select('c.id')
    .where('s.token_hash', '=', shareHashOf(token))
    .where('c.status', '=', STATUS.unsealed)
    .executeTakeFirst()
  return share?.id
}

/** The address is a secret: nobody keeps the answer, finds it by a search, or is told where somebody came from. */
const give = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
    .type('text/html; charset=utf-8')
    .send(html)
