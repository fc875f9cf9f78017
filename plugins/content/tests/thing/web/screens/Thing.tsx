/** A thing at its address. */
import { Query, Screen, useParams, useRead } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Thing() {
  const { space, slug } = useParams<{ space: string; slug: string }>()
  const query = useRead(contract.routes.show, { params: { space: space!, slug: slug! } })
  return (
    <Screen name="thing/Thing" title={query.data?.name ?? ''}>
      <Query query={query} skeleton={null}>
        {({ name }) => <h1>{name}</h1>}
      </Query>
    </Screen>
  )
}
