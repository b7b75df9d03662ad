import { ask, chinaTimeIn, expect } from './site.ts'

/** A capsule that this person has opened to all. */
export async function openedToAll(site: string, token: string, long_tag: string): Promise<string> {
  const content = [{ type: 0, content: '<p>给路过的人</p>', comment: '' }] as const
  const sealed = { content: [...content], long_tag, open_time: chinaTimeIn(4) }
  const { capsule_id } = await ask(site, 'createTimeCapsule', sealed, token)
  await expect
    .poll(
      () =>
        ask(site, 'unseal', { capsule_id }, token).then(
          () => 1,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(1)
  await ask(site, 'capsuleIsPublic', { capsule_id, is_public: 1 }, token)
  return capsule_id
}
