import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FEED_NAME } from '#contract/calendar.ts'
import { countGuess } from '#server/capsules/notice/guesses.ts'
import { WAITING_TOKEN } from '#server/capsules/notice/waitingToken.ts'
import type { Services } from '#server/platform/context.ts'
import { requestContextOf } from '#server/platform/requestContext.ts'
import { feedHash, mayHaveEvent } from './address.ts'
import { entriesOf, findEntry, waitingEntry } from './entries.ts'
import { calendarText, escaped } from './ics.ts'

const ID = /^\d{1,15}$/
const TOKEN = /^[\w-]{43}$/
/** How often calendars may ask again, as they read it. */
const AGAIN = 'PT12H'
const FEED = [
  `NAME:${escaped(FEED_NAME)}`,
  `X-WR-CALNAME:${escaped(FEED_NAME)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:${AGAIN}`,
  `X-PUBLISHED-TTL:${AGAIN}`,
]

type EventAsked = { Params: { permission: string; id: string } }
type FeedAsked = { Params: { token: string } }

/**
 * GET /calendar/event/{expiry}.{mac}/{id}.ics – one capsule's open time, for ten minutes.
 * GET /calendar/waiting/{token}.ics – the day of one that waits for somebody, as long as nobody took it.
 * GET /calendar/feed/{token}.ics – all of one person's, for as long as they wish.
 * A calendar there is is given from a full address too: services fetch those of many people from one.
 */
export function calendarRoutes(app: FastifyInstance, services: Services): void {
  app.get<EventAsked>('/calendar/event/:permission/:id.ics', (request, reply) => giveEvent(services, request, reply))
  app.get<FeedAsked>('/calendar/waiting/:token.ics', (request, reply) => giveWaiting(services, request, reply))
  app.get<FeedAsked>('/calendar/feed/:token.ics', (request, reply) => giveFeed(services, request, reply))
}

async function giveEvent(services: Services, request: FastifyRequest<EventAsked>, reply: FastifyReply) {
  const { permission, id } = request.params
  const context = requestContextOf(services, request)
  if (!ID.test(id) || !mayHaveEvent(services, permission, Number(id))) {
    await countGuess(context)
    return refused(reply)
  }
  const entry = await findEntry(services.db, Number(id), context)
  return entry ? give(reply, calendarText([entry])) : refused(reply)
}

async function giveWaiting(services: Services, request: FastifyRequest<FeedAsked>, reply: FastifyReply) {
  const { token } = request.params
  const context = requestContextOf(services, request)
  const entry = WAITING_TOKEN.test(token) ? await waitingEntry(services.db, token, context) : undefined
  if (!entry) await countGuess(context)
  return entry ? give(reply, calendarText([entry])) : refused(reply)
}

async function giveFeed(services: Services, request: FastifyRequest<FeedAsked>, reply: FastifyReply) {
  const context = requestContextOf(services, request)
  const userId = await ownerOf(services, request.params.token)
  if (userId === undefined) {
    await countGuess(context)
    return refused(reply)
  }
  return give(reply, calendarText(await entriesOf(services.db, userId, context), FEED))
}

async function ownerOf({ db }: Services, token: string): Promise<number | undefined> {
  if (!TOKEN.test(token)) return undefined
  const feed = await db
    .selectFrom('calendar_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select('f.user_id')
    .where('f.token_hash', '=', feedHash(token))
    .where('u.cancelled_at', 'is', null)
    .executeTakeFirst()
  return feed?.user_id
}

/** Shown by devices whose calendar can, kept as a file by the others. */
const give = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', 'inline; filename="time-capsule.ics"')
    .type('text/calendar; charset=utf-8')
    .send(text)

const refused = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain').send('')
