/** Entries of one folder that still import each other in a circle; each says why. */
export interface AllowedCycle {
  folder: string;
  members: Readonly<Record<string, `why: ${string}`>>;
}

/**
 * The circles that were there when the check came. The list only becomes shorter: a new member is refused,
 * and one that has left its circle has to be removed here.
 */
export const ALLOWED_CYCLES: readonly AllowedCycle[] = [
  {
    folder: 'host/src',
    members: {
      app: 'why: creates every feature and defines the context that they read',
      footer: 'why: reads the context of app and parts of shell',
      header: 'why: reads the context of app and parts of shell',
      home: 'why: reads the context of app and parts of shell',
      http: 'why: reads the context of app and parts of shell',
      location: 'why: navigates through app, which keeps the location',
      notices: 'why: reads the context of app and parts of shell',
      pages: 'why: reads the context of app and parts of shell',
      remotes: 'why: reads the context of app and parts of shell',
      session: 'why: is created by app and reports to it',
      shell: 'why: renders every feature and holds the links and icons that they use',
      theme: 'why: reads the context of app and parts of shell',
      viewport: 'why: reads the context of app and parts of shell',
    },
  },
  {
    folder: 'api/src/files',
    members: {
      kept: 'why: stores the parts of a recording',
      'recording.ts': 'why: is the model and also writes its stored parts',
    },
  },
  {
    folder: 'api/src/files',
    members: {
      'archive-list.ts': 'why: names the files of Strava archives',
      'strava-files.ts': 'why: is one kind of archive and uses the list type',
    },
  },
  {
    folder: 'api/src/files',
    members: {
      'fit-sessions.ts': 'why: splits swims by the rules of fit-swim',
      'fit-swim.ts': 'why: takes the session type',
    },
  },
  {
    folder: 'api/src/files',
    members: {
      'hostile-zips.ts': 'why: adds to the list of hostile files',
      'hostile.ts': 'why: collects the hostile files',
    },
  },
  {
    folder: 'mfe-workouts/src',
    members: {
      compare: 'why: details shows comparison and edit notes, which reuse its map and chart',
      cut: 'why: details shows comparison and edit notes, which reuse its map and chart',
      details: 'why: details shows comparison and edit notes, which reuse its map and chart',
    },
  },
  {
    folder: 'mfe-workouts/src/details',
    members: {
      chart: 'why: reads the focus of recording, which shows it',
      efforts: 'why: is one lazy chunk with splits and zones',
      map: 'why: reads the focus of recording, which shows it',
      recording: 'why: lays out the other parts and holds the focus that they share',
      splits: 'why: reads the focus of recording, which shows it',
      zones: 'why: reads the focus of recording, which shows it',
    },
  },
  {
    folder: 'shared/contract/src',
    members: {
      'analytics.ts': 'why: engine is typed by the parts that reach the host through it',
      'engine.ts': 'why: engine is typed by the parts that reach the host through it',
      'http.ts': 'why: engine is typed by the parts that reach the host through it',
      'notifications.ts': 'why: engine is typed by the parts that reach the host through it',
      'session.ts': 'why: engine is typed by the parts that reach the host through it',
    },
  },
  {
    folder: 'shared/map/src',
    members: {
      'corner.ts': 'why: types name the view that is made of these parts',
      'credits.ts': 'why: types name the view that is made of these parts',
      'elements.ts': 'why: types name the view that is made of these parts',
      'engine.ts': 'why: types name the view that is made of these parts',
      'listeners.ts': 'why: types name the view that is made of these parts',
      'load.ts': 'why: types name the view that is made of these parts',
      'make-view.ts': 'why: types name the view that is made of these parts',
      maplibre: 'why: types name the view that is made of these parts',
      openlayers: 'why: types name the view that is made of these parts',
      paint: 'why: types name the view that is made of these parts',
      'palette.ts': 'why: types name the view that is made of these parts',
      plane: 'why: types name the view that is made of these parts',
      'pointers.ts': 'why: types name the view that is made of these parts',
      'road-looks.ts': 'why: types name the view that is made of these parts',
      'types.ts': 'why: types name the view that is made of these parts',
      'view.ts': 'why: types name the view that is made of these parts',
      'with-view.ts': 'why: types name the view that is made of these parts',
    },
  },
];
