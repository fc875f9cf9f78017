/** What waits for its money with the manual provider: found by who sold it, and listed newest first. */
export const up = `
create index thing_open on payments.thing (community_id, id desc)
  where realm = 'manual' and object in ('checkout.session', 'invoice') and data ->> 'status' = 'open';
create index thing_open_reference on payments.thing (community_id, coalesce(data #>> '{metadata,reference}', data #>> '{parent,subscription_details,metadata,reference}'))
  where realm = 'manual' and object in ('checkout.session', 'invoice') and data ->> 'status' = 'open';
`
