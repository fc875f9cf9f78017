/** Work of emails to many that nobody waits for: its names, and what each carries. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'
import { Told } from '../contract/deliverability.ts'

/** Writes down who gets it, a page at a time; adds itself again until nobody is left. */
export const fillJob = job('fill', z.object({ broadcastId: id, after: z.number() }))
/** Hands emails to the mail server; adds itself again until none is due. */
export const sendJob = job('send', z.object({ broadcastId: id }))
/** Runs every minute: what is scheduled begins, what a process left behind goes on. */
export const mindJob = job('mind', z.object({}))

/** Looks a domain of the sender up. */
export const checkDomainJob = job('check-domain', z.object({ domainId: id }))
/** Finds domains that are to be looked up. */
export const domainsJob = job('domains', z.object({}))
/** Notes what a mail provider told of emails that came back. */
export const toldJob = job('told', z.object({ told: z.array(Told) }))
