/** Languages that a page may be in, by their own names. */
export const LANGUAGES = [
  ...['en-US', 'en-GB', 'pt-BR', 'pt-PT', 'es', 'fr', 'de', 'it', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'hu', 'ro', 'el'],
  ...['tr', 'uk', 'ru', 'he', 'ar', 'hi', 'id', 'vi', 'th', 'ja', 'ko', 'zh-CN', 'zh-TW'],
]
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
export const languageOptions = (): { value: string; label: string }[] => LANGUAGES.map((value) => ({ value, label: languageName(value) }))
