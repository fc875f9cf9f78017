/** Reads of bans and archives. */
import { columnsOf, type RowOf, statement } from '@atrium/sdk/server'
import { BanTable } from './entities.ts'

const OPEN = 'b.community_id = $1 and b.lifted_at is null'
/** $2 account, $3 now. Index ban_member through the member's unique key. */
export const banByAccount = statement<Pick<RowOf<typeof BanTable>, 'reason' | 'ends_at'>>(
  'archive.ban_of_account',
  `select b.reason, b.ends_at from archive.ban b join kernel.member_card m on m.community_id = $1 and m.id = b.member_id
   where ${OPEN} and m.account_id = $2 and (b.ends_at is null or b.ends_at > $3)`,
)
/** $2 member. Index ban_member. */
export const banOfMember = statement<Pick<RowOf<typeof BanTable>, 'id' | 'ends_at'>>(
  'archive.ban_of_member',
  `select b.id, b.ends_at from archive.ban b where ${OPEN} and b.member_id = $2`,
)
/** $2 digests of the address and of its mailbox (bans of before hold addresses), $3 address and network of the machine, $4 now. Index ban_email; networks are looked through, as bans are few. */
export const banBySignUp = statement<{ id: number }>(
  'archive.ban_at_sign_up',
  `select b.id from archive.ban b where ${OPEN} and (b.ends_at is null or b.ends_at > $4) and (b.email_digest = any($2) or b.ips && $3::text[]) limit 1`,
)
const BAN = ['id', 'member_id', 'by_member_id', 'reason', 'content', 'ends_at', 'created_at'] as const
export type BanRow = RowOf<typeof BanTable, (typeof BAN)[number]> & { by_name: string | null }
/** $2 last id or null, $3 part of a name or null, $4 rows, $5 member or null. Walks ban_list. */
export const bansRead = statement<BanRow>(
  'archive.bans',
  `select ${columnsOf(BanTable, BAN, 'b')}, k.name as by_name from archive.ban b join kernel.member_card m on m.community_id = $1 and m.id = b.member_id
     left join kernel.member_card k on k.community_id = $1 and k.id = b.by_member_id
   where ${OPEN} and ($2::bigint is null or b.id < $2) and ($3::text is null or m.name ilike $3 or b.reason ilike $3)
     and ($5::bigint is null or b.member_id = $5) order by b.id desc limit $4`,
)
