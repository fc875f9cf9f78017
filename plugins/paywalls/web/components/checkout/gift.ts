/** A gift as its form has it. */
export interface GiftDraft {
  email: string
  name: string
  note: string
  send_on: string
}
export const NO_GIFT: GiftDraft = { email: '', name: '', note: '', send_on: '' }
