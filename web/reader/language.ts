import { useSyncExternalStore } from 'react'
import { device } from '#web/client/storage/storage.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { type Language, WORDS, type Words } from './words.ts'

const NAME = 'readerLanguage'
const { subscribe, notify } = makeListeners()
let chosen: Language | undefined

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language)

/** The words of the reader, in the language that was chosen. */
export const useWords = (): Words => WORDS[useLanguage()]

export function chooseLanguage(next: Language): void {
  chosen = next
  device.setItem(NAME, next)
  notify()
}

function language(): Language {
  chosen ??= stored() ?? (/^zh\b/i.test(navigator.language) ? 'zh' : 'en')
  return chosen
}

function stored(): Language | undefined {
  const kept = device.getItem(NAME)
  return kept === 'zh' || kept === 'en' ? kept : undefined
}
