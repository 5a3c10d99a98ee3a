import { z } from 'zod';
import { pagePatternProblem } from './page-pattern.ts';

// A question mark only inside a restriction: `:code((?!stores$)[a-z]+)`.
const Path = z
  .string()
  .regex(/^\/(?:[^\s?#]|\(\?)*$/, 'A page pattern starts with a slash and has no query.')
  .superRefine((pattern, context) => {
    const message = pagePatternProblem(pattern);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** Layout of a page inside the shell. All off is the normal page. */
export const Layout = z.object({
  /** Content up to the full width of the window instead of 1552 px. */
  wide: z.boolean().default(false),
  /** Content up to 1472 px with less padding. */
  reduced: z.boolean().default(false),
  header: z.boolean().default(true),
  footer: z.boolean().default(true),
});
export type Layout = z.infer<typeof Layout>;

const moduleName = (message: string) => z.string().regex(/^[\w-]+(\/[\w-]+)*$/, message);

/** A rule of the product for a part of an address: only values that the site is configured with lead to the page. */
export const ParamRule = z.object({
  /** `country`: a country code of the site. `partner`: the code of a partner. */
  rule: z.enum(['country', 'partner']),
  /** What follows the value in the address: `_routes` in `harbour_routes`. */
  suffix: z.string().regex(/^\w*$/, 'A suffix has letters, digits and underscores.').default(''),
});
export type ParamRule = z.infer<typeof ParamRule>;

/** What a page needs in one variant of a rollout. */
const PageVariant = z.object({
  /** webpackChunkNames of what the page starts with besides its own chunk. */
  chunks: z.array(z.string()).default([]),
  /**
   * Module below `src/`, without its ending: a script of its own, libraries and all, with which a member's page can be
   * used while the application is still on its way. It brings what `chunks` name. The page goes on with what it made.
   * See `@waymark/remote/early`.
   */
  ahead: moduleName('A script ahead of the application is named by its module below src/.').optional(),
});

/** A page that differs by a rollout, so that the edge fetches what this visitor's page starts with and nothing else. */
export const PageVariants = z
  .object({
    /** Name of the rollout. */
    rollout: z.string().min(1),
    /** The variant of visitors who are in none of `options`, or not in the rollout. */
    default: z.string().min(1),
    options: z.record(z.string(), PageVariant),
  })
  .refine(({ default: name, options }) => name in options, {
    message: 'The default variant is one of the options.',
    path: ['default'],
  });

export const RemotePage = z.object({
  /** `/workout/:workoutId`; `:name(\\d+)` restricts, a trailing `/*` makes it a prefix. A trailing slash in the address does not matter. */
  pattern: Path,
  /** webpackChunkName of the page's own chunk, so that it can be preloaded. */
  chunk: z.string().optional(),
  /** The page in the remote's table (`src/pages.tsx`), where it is not the only one in its chunk; its chunk's name unless given. */
  name: z.string().optional(),
  /** What the page fetches besides its chunk, where that depends on a rollout. */
  variants: PageVariants.optional(),
  /** Rules for parts of the address, by their names in the pattern. */
  params: z.record(z.string(), ParamRule).optional(),
  /** Who may see it: others are sent away by the edge and the host, before any script of the remote is fetched. The server checks again at every call. */
  guard: z.enum(['none', 'login', 'premium']).default('none'),
  layout: Layout.prefault({}),
  /**
   * The page on which a member ends what keeps them from all pages with a guard: consents that wait for their answer, or
   * the deletion of their account. They are led here meanwhile, with the page they wanted as `next`.
   */
  resolves: z.enum(['consents', 'deletion']).optional(),
  /** What the header leads to by itself: its bell to the page of notifications. Without such a page there is no bell. */
  role: z.enum(['notifications']).optional(),
  /** Open to members all the same meanwhile, such as the download of their data. */
  openWhileBlocked: z.boolean().optional(),
  /** It asks the captcha where the site has one configured. The captcha's script comes with the document of these pages alone. */
  captcha: z.boolean().optional(),
  /** Cards are entered on it. A payment provider of another site may run scripts and frames in the documents of these pages alone. */
  payment: z.boolean().optional(),
  /** Who may show this page in a frame besides nobody: the configured partners, or any site. */
  frame: z.enum(['partners', 'anyone']).optional(),
  /** GET calls to start while the scripts load; `:name` is taken from the address. Sent only for signed-in visitors. */
  firstCalls: z.array(z.string().startsWith('/')).default([]),
  /**
   * Module below `src/`, without its ending (`embed/embed`): the whole page, as one script without the host. For pages
   * that stand in frames on other sites. Nobody is signed in on it. See `@waymark/remote/standalone`.
   */
  standalone: moduleName(
    'A page that stands alone is named by its module below src/, as embed/embed.',
  ).optional(),
  /**
   * Module below `src/`, without its ending (`details/early`): a script of its own that draws the page's first view from
   * the answer of the first of `firstCalls`, while the application is still on its way. See `@waymark/remote/early`.
   */
  early: moduleName('An early view is named by its module below src/, as details/early.').optional(),
});
export type RemotePage = z.infer<typeof RemotePage>;

/** An entry that a remote adds to one of the header's menus. */
export const MenuEntry = z.object({
  menu: z.enum(['workouts', 'routes', 'community']),
  /** In English; the host translates it where it has a translation. */
  label: z.string().min(1).max(40),
  /** An address of the site, without parameters. */
  path: z.string().regex(/^\/(?!\/)[\w\-./]*$/, 'A menu entry leads to an address of the site, as /goals.'),
  /** Who sees the entry; the page it leads to has a guard of its own. */
  guard: z.enum(['none', 'login']).default('none'),
  /** Loads the page anew instead of navigating within the application. */
  fullPageLoad: z.boolean().default(false),
  /** Entries of remotes follow those of the product, the lowest number first. */
  order: z.number().int().default(0),
});
export type MenuEntry = z.infer<typeof MenuEntry>;

/** `waymark.json` in a remote's folder: what it is and which pages are its own. */
export const RemoteDeclaration = z.object({
  name: z.string().regex(/^mfe-[a-z]+(-[a-z]+)*$/, 'A remote is named mfe-something.'),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** What this part of the product is called, for the host to say that it is not available. In English; the host translates it. */
  title: z.string().min(1).max(60).optional(),
  /** Entries of the header's menus that come and go with this remote. */
  menu: z.array(MenuEntry).optional(),
  pages: z.array(RemotePage).min(1),
});
export type RemoteDeclaration = z.infer<typeof RemoteDeclaration>;

export const PublishedFile = z.object({
  path: z.string(),
  bytes: z.number().int(),
  integrity: z.string().regex(/^sha(256|384)-/),
});

/** `manifest.json` of a published version: the declaration, what it was built against, and every file with its hash. */
export const PublishedManifest = RemoteDeclaration.extend({
  contract: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Versions of the libraries it takes from the host, checked before any of its code runs. */
  shared: z.record(z.string(), z.string()),
  /** The one script that starts it, below the version's folder. */
  entry: z.string(),
  /** Scripts of each page chunk. */
  chunks: z.record(z.string(), z.array(z.string())),
  /** Script of each early view, and of each that runs ahead of the application, by the name that pages have for it. */
  early: z.record(z.string(), z.string()).optional(),
  /** Script of each page that stands alone, by the name that pages have for it. */
  standalone: z.record(z.string(), z.string()).optional(),
  files: z.array(PublishedFile),
  hash: z.string(),
});
export type PublishedManifest = z.infer<typeof PublishedManifest>;

/** One remote as a page gets it: resolved for this visitor. */
export const ResolvedRemote = z.object({
  name: z.string(),
  version: z.string(),
  title: z.string().optional(),
  contract: z.string(),
  shared: z.record(z.string(), z.string()),
  /** Address of the folder, ends with a slash. */
  base: z.string(),
  entry: z.string(),
  integrity: z.string(),
  menu: z.array(MenuEntry).optional(),
  pages: z.array(RemotePage),
  /** The version to try when this one does not start. */
  lastGood: z
    .object({
      version: z.string(),
      base: z.string(),
      entry: z.string(),
      integrity: z.string(),
      contract: z.string(),
      shared: z.record(z.string(), z.string()),
    })
    .optional(),
});
export type ResolvedRemote = z.infer<typeof ResolvedRemote>;
