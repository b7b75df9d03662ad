import { ask, unsealWhenDue, untilSoon } from './site.ts'

/** A capsule that this person has opened to all. */
export async function openedToAll(site: string, token: string, long_tag: string): Promise<string> {
  const content = [{ type: 0 as const, content: '<p>给路过的人</p>', comment: '' }]
  const { capsule_id } = await untilSoon((open_time) =>
    ask(site, 'createTimeCapsule', { content, long_tag, open_time }, token),
  )
  await unsealWhenDue(site, token, capsule_id)
  await ask(site, 'capsuleIsPublic', { capsule_id, is_public: 1 }, token)
  return capsule_id
}
