import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { href } from '#contract/pages.ts'
import { sharedPath } from '#contract/share.ts'
import { countGuess } from '#server/capsules/notice/guesses.ts'
import type { Services } from '#server/platform/context.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { requestContextOf } from '#server/platform/requestContext.ts'
import { shareHashOf } from './capsuleShare.ts'
import { MAY_BE_SHARED } from './mayRead.ts'
import { noSharedPage, sharedPage } from './sharedPage.ts'

/** 32 bytes, as shares spell them. */
const TOKEN = /^[\w-]{43}$/

type SharedRequest = { Params: { token: string }; Querystring: Record<string, unknown> }

/**
 * GET /s/{token} – a shared capsule for a client without JavaScript: tags by which chats show the address, and the way on to its
 * page, with `?hide=1` as that page has it. An existing one is given even to a network address that has used up its guesses:
 * chats fetch those of many people from one.
 */
export function shareRoutes(app: FastifyInstance, services: Services): void {
  app.get<SharedRequest>('/s/:token', async (request, reply) => {
    const { token } = request.params
    const id = await sharedBy(services, token)
    if (id === undefined) return none(services, request, reply)
    const hide = request.query.hide === '1' ? '1' : undefined
    const leadsTo = `/${href('unseal', { id: String(id), token, hide })}`
    return give(reply, sharedPage(requestContextOf(services, request).origin, sharedPath(token), leadsTo))
  })
}

async function none(services: Services, request: FastifyRequest, reply: FastifyReply) {
  await countGuess(requestContextOf(services, request))
  return give(reply.code(404), noSharedPage())
}

async function sharedBy({ db }: Services, token: string): Promise<number | undefined> {
  if (!TOKEN.test(token)) return undefined
  const [share] = await sharedWith(db, { hash: shareHashOf(token) })
  return share?.id
}

/** Made once, and over the shared connections: strangers ask it. */
const sharedWith = prepared(
  ({ hash }: { hash: Buffer }) => sql<{ id: number }>`
    select c.id from shares s join capsules c on c.id = s.capsule_id
    where s.token_hash = ${hash} and c.status = ${UNSEALED} and ${MAY_BE_SHARED}`,
)

/** The address is a secret: nobody keeps the answer, finds it by a search, or is told where somebody came from. */
const give = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
    .type('text/html; charset=utf-8')
    .send(html)
