// What remotes may use of the query library; the import check keeps them to this list.
export {
  QueryClient,
  QueryClientProvider,
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
