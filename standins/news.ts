/** How the news of a payment travels: for the cashier's page and for tests. */
export const NEWS = [
  ['prompt', '马上'],
  ['late', '迟 5 秒'],
  ['twice', '两次'],
  ['lost', '丢失'],
  ['false', '伪造（签名不对）'],
] as const
export type News = (typeof NEWS)[number][0]

const LATE_MS = 5_000

export const newsOf = (form: URLSearchParams): News =>
  NEWS.find(([value]) => value === form.get('news'))?.[0] ?? 'prompt'

/** Sends it as wished; \`send\` gets whether the signature is to be right. Answers are not waited for. */
export function spread(news: News, send: (isTrue: boolean) => Promise<unknown>): void {
  const quietly = (isTrue: boolean) => void send(isTrue).catch(() => undefined)
  if (news === 'lost') return
  if (news === 'late') return void setTimeout(quietly, LATE_MS, true).unref()
  quietly(news !== 'false')
  if (news === 'twice') quietly(true)
}
