import { expect, it } from 'vitest'
import { calendarText, type Entry, escaped } from './ics.ts'

const entry = (fields: Partial<Entry> = {}): Entry => ({
  uid: 'one@time-capsule',
  stamp: new Date('2026-01-02T03:04:05.678Z'),
  start: new Date('2030-05-01T15:59:59Z'),
  end: new Date('2030-05-01T16:00:00Z'),
  title: '时光胶囊可以解封了',
  url: 'https://capsule.example/#/x',
  alarms: ['PT0S', '-P1D'],
  ...fields,
})

it('is a calendar of RFC 5545: lines end with CRLF, moments are in UTC, each entry has its alarms', () => {
  const text = calendarText([entry()], ['NAME:一'])
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//time-capsule//calendar//ZH',
    'CALSCALE:GREGORIAN',
    'NAME:一',
    'BEGIN:VEVENT',
    'UID:one@time-capsule',
    'DTSTAMP:20260102T030405Z',
    'DTSTART:20300501T155959Z',
    'DTEND:20300501T160000Z',
    'SUMMARY:时光胶囊可以解封了',
    'URL:https://capsule.example/#/x',
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    ...['PT0S', '-P1D'].flatMap((trigger) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:时光胶囊可以解封了',
      `TRIGGER:${trigger}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('no line is longer than 75 octets, no character is cut in two, and unfolded it is what it was', () => {
  const title = '胶囊'.repeat(40) + '😀'.repeat(20)
  const url = `https://capsule.example/${'a'.repeat(75)}`
  const text = calendarText([entry({ title, url })])
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\uFFFD')
  }
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded).toContain(`SUMMARY:${title}`)
  expect(unfolded).toContain(`URL:${url}`)
})

it('what has a meaning of its own is escaped', () => {
  expect(escaped('a;b,c\\d\ne')).toBe('a\\;b\\,c\\\\d\\ne')
})
