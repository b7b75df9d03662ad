/** Rows grouped by the key that `of` gives for each, in their order. */
export function grouped<T, K>(rows: readonly T[], of: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const group = groups.get(of(row))
    if (group) group.push(row)
    else groups.set(of(row), [row])
  }
  return groups
}
