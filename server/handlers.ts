import { accountHandlers } from '#server/account/handlers.ts'
import { calendarHandlers } from '#server/calendar/handlers.ts'
import { capsuleHandlers } from '#server/capsule/handlers.ts'
import { captchaHandlers } from '#server/captcha/handlers.ts'
import { closingHandlers } from '#server/closing/handlers.ts'
import type { Handlers } from '#server/context.ts'
import { diaryHandlers } from '#server/diary/handlers.ts'
import { exchangeHandlers } from '#server/exchange/handlers.ts'
import { feedbackHandlers } from '#server/feedback/handlers.ts'
import { forecastHandlers } from '#server/forecast/handlers.ts'
import { giftHandlers } from '#server/gift/handlers.ts'
import { inboxHandlers } from '#server/inbox/handlers.ts'
import { mediaHandlers } from '#server/media/handlers.ts'
import { noticeHandlers } from '#server/notice/handlers.ts'
import { payHandlers } from '#server/pay/handlers.ts'
import { reportHandlers } from '#server/report/handlers.ts'
import { reviewHandlers } from '#server/review/handlers.ts'
import { sealHandlers } from '#server/seal/handlers.ts'
import { searchHandlers } from '#server/search/handlers.ts'
import { showingHandlers } from '#server/showing/handlers.ts'
import { socialHandlers } from '#server/social/handlers.ts'
import { systemHandlers } from '#server/system/handlers.ts'
import { taskHandlers } from '#server/task/handlers.ts'
import { unsealHandlers } from '#server/unseal/handlers.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { yearHandlers } from '#server/year/handlers.ts'

/** One handler a call; a missing or wrongly typed one does not compile. */
export const handlers: Handlers = {
  ...systemHandlers,
  ...walletHandlers,
  ...mediaHandlers,
  ...captchaHandlers,
  ...accountHandlers,
  ...inboxHandlers,
  ...capsuleHandlers,
  ...showingHandlers,
  ...socialHandlers,
  ...reportHandlers,
  ...feedbackHandlers,
  ...searchHandlers,
  ...giftHandlers,
  ...payHandlers,
  ...exchangeHandlers,
  ...diaryHandlers,
  ...forecastHandlers,
  ...yearHandlers,
  ...sealHandlers,
  ...unsealHandlers,
  ...reviewHandlers,
  ...calendarHandlers,
  ...noticeHandlers,
  ...taskHandlers,
  ...closingHandlers,
}
