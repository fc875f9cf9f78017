/** What is said differently where a paywall sells a ticket and nothing beside. */
import type { PaywallCard } from '../../contract.ts'

export const isTicket = ({ opens }: Pick<PaywallCard, 'opens'>): boolean => opens.length > 0 && opens.every(({ kind }) => kind === 'event')
