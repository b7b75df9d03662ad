import { TEMPLATES } from '#server/platform/message/texts.ts'
import { templateSetting } from '#server/platform/outside/settings/aliyunSms.ts'

/** Codes of registered templates, one for each thing we say by SMS: SMS_1, SMS_2 … in the order of the texts. */
export const SMS_TEMPLATES: Record<string, string> = Object.fromEntries(
  TEMPLATES.map((name, index) => [templateSetting(name), `SMS_${index + 1}`]),
)
