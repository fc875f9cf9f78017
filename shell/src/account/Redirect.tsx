/** Old addresses lead to the present one, with their query. */
import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate, useSearch } from '@atrium/sdk/web'

export function redirectTo(to: string): ComponentType {
  return function Redirect() {
    const navigate = useNavigate()
    const search = useSearch()
    const [query] = useState(() => search.toString())
    useEffect(() => navigate(query ? `${to}?${query}` : to, { replace: true }), [navigate, query])
    return null
  }
}
