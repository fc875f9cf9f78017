/** Which words tell of a rule, as of one that goes by a day of the month: not every month has it. */

/** A day that not every month, or not every year, has. @param day of the month, 1 to 31 @param month 1 to 12 */
export const isRareDay = (frequency: string, day: number, month: number): boolean =>
  frequency === 'monthly' ? day > 28 : (frequency === 'yearly' || frequency === 'annually') && day === 29 && month === 2

/** The words of `monthly`, `yearly` and `annually`: with the months or years left out, or with the day that is taken there. */
export function dayRuleWords(frequency: string, day: number, month: number, lastDay: boolean): string {
  const name = frequency === 'monthly' ? 'rule.monthly' : 'rule.yearly'
  if (!isRareDay(frequency, day, month)) return name
  if (frequency !== 'monthly') return `${name}_${lastDay ? 'last_day' : 'leap'}`
  if (!lastDay) return `${name}_day_${day}`
  return `${name}_${day === 31 ? 'last_day' : 'or_last_day'}`
}

/** As Portuguese shortens it where it stands in the plural: "terça" of "terça-feira". Elsewhere the whole word. */
export const shortWeekday = (weekday: string): string => weekday.split('-')[0]!
