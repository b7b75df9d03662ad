/** The listeners to a state outside React, in the form that `useSyncExternalStore` needs. */
export function makeListeners() {
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function notify(): void {
    for (const listener of listeners) listener()
  }

  return { subscribe, notify }
}
