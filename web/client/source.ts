import { holdsPhone } from '#web/ui/viewport.ts'
import { applet } from './applet.ts'
import { nativePlatform } from './native.ts'

/** Where these pages are, as every call says it (readings 4). */
export type Source = 'h5' | 'pc' | 'ios' | 'android' | 'mp-alipay'

export function source(): Source {
  if (applet()) return 'mp-alipay'
  return nativePlatform() ?? (holdsPhone() ? 'h5' : 'pc')
}
