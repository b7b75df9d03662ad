/** Does this with each item, so many at a time; the results in their order. Once one has failed no other is begun. */
export async function atMost<Item, Result>(
  count: number,
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = [...items.entries()]
  async function run(): Promise<void> {
    try {
      for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await act(next[1])
    } catch (error) {
      left.length = 0
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: count }, run))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return results
}
