/** What a browser shows that opened a page while the server had no room for it. */
import { escapeHtml } from '../html.ts'

/** Words alone: a style or a script would have to come first. @param locale such as pt-BR */
export const busyPage = (message: string, locale: string): string =>
  `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(message)}</title><p>${escapeHtml(message)}</p></html>`
