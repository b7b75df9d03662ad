import type { EitherContext, Handlers } from '#server/platform/context.ts'
import { type Purpose, sendCode } from './codes.ts'
import { createSlide, requireSlidePass, verifySlide } from './slide.ts'

export const captchaHandlers = {
  createSlideCode: (context, { pk_id }) => createSlide(context, pk_id),
  async verifySlideCode(context, input) {
    await verifySlide(context, input)
    await sendCode(context, input.tel, purposeOf(context))
    return {}
  },
  async captcha(context, { tel }) {
    await requireSlidePass(context.db, tel)
    await sendCode(context, tel, purposeOf(context))
    return {}
  },
} satisfies Partial<Handlers>

const purposeOf = ({ caller }: EitherContext): Purpose => (caller ? 'signedIn' : 'signedOut')
