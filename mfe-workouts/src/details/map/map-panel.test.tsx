import { createTrackMap, type TrackMap } from '@waymark/map';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { createRecordingSelection } from '../selection/recording-selection.ts';
import { MapPanel } from './map-panel.tsx';

jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../../shared/map/src/sources.ts'),
  createTrackMap: jest.fn(),
}));

it('[WORK-04] the first line of the map, from the preview, has a gap at a pause', () => {
  const map = { setTrack: jest.fn(), destroy: jest.fn() };
  jest.mocked(createTrackMap).mockReturnValue(map as unknown as TrackMap);
  installTestHost(() => ({}));
  renderPage(
    <MapPanel
      polyline="_p~iF~ps|U_?_?_ulLnnqC_mqNvxq`@"
      streams={undefined}
      selection={createRecordingSelection()}
      label="Map"
    />,
  );
  expect(map.setTrack).toHaveBeenLastCalledWith(
    [
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ],
    [1],
  );
});
