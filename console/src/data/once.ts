/** A mutation that is on its way only once: a second click may come before the first one is drawn. */
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

export function useOnce<Done, Sent = void>(options: Omit<UseMutationOptions<Done, Error, Sent>, 'onSettled'>) {
  const isOnItsWay = useRef(false)
  const mutation = useMutation<Done, Error, Sent>({
    ...options,
    onSettled: () => {
      isOnItsWay.current = false
    },
  })
  const mutate = (sent: Sent) => {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    mutation.mutate(sent)
  }
  return { ...mutation, mutate }
}
