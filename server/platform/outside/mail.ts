import type { NodemailerError, Transporter } from 'nodemailer'
import { isLoopback } from '#server/core/loopback.ts'
import { type Delivery, label, neverReached } from './delivery.ts'
import type { Smtp } from './settings/smtp.ts'

/** `messageId` without its domain; the same letter sent again must have the same. */
export type Mail = {
  to: string
  subject: string
  text: string
  messageId: string
  html?: string
  /** Where a third person says, by one click in their mail program, that they want no more. */
  stop?: string
}

const TIMEOUT_MS = 10_000
const TLS_PORT = 465
/** Errors of before the letter itself, or the server's refusal of it. */
const NOT_TAKEN = new Set(['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE', 'EMESSAGE', 'ERR_MODULE_NOT_FOUND'])

/** A mailer that opens one connection a letter; each may take three times `timeoutMs` at most. */
export function makeMailer(settings: Smtp, timeoutMs = TIMEOUT_MS) {
  const { host, port, user, password, from } = settings
  const tls = port === TLS_PORT
  const options = {
    host,
    port,
    secure: tls,
    requireTLS: !tls && !isLoopback(host),
    ignoreTLS: !tls && isLoopback(host),
    auth: { user, pass: password },
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // The longer one, so that a missing greeting is known as such.
    socketTimeout: 2 * timeoutMs,
  }
  let transport: Transporter | undefined
  const domain = domainOf(from)

  async function send({ to, subject, text, html, stop, messageId }: Mail): Promise<Delivery> {
    try {
      // With the first letter: a start need not wait for it.
      transport ??= (await import('nodemailer')).createTransport(options)
      const taken = await transport.sendMail({
        from,
        // As an object it is one address, whatever stands in it.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(stop ? unsubscribe(stop) : {}) },
        signal: AbortSignal.timeout(3 * timeoutMs),
      })
      return { outcome: 'sent', id: label(taken.serverMessageId) }
    } catch (error) {
      return deliveryOf(error as NodemailerError)
    }
  }
  return { send }
}

function deliveryOf(error: NodemailerError): Delivery {
  const { code, responseCode, originalCode, timeoutType } = error
  const notTaken =
    responseCode !== undefined ||
    NOT_TAKEN.has(code ?? '') ||
    (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT') ||
    neverReached(originalCode)
  const words = [code, responseCode ?? originalCode ?? timeoutType].filter(Boolean).join(' ')
  // A final no to the recipient, as against one to our password or our letter.
  const bounced = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
  return { outcome: notTaken ? 'failed' : 'unknown', code: label(words), ...(bounced ? { bounced } : {}) }
}

/** RFC 8058: one click, which is a POST. */
const unsubscribe = (stop: string) => ({
  'List-Unsubscribe': `<${stop}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Of `名字 <a@b>` or `a@b`. */
const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
