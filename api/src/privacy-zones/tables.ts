export interface PrivacyZoneTables {
  /** Members who have, or had, a zone. */
  privacy_zone_owners: {
    user_id: number;
    /** Key from which hidden circles are drawn; never leaves the server. */
    key: Buffer;
    /** Rises with every change of a zone: answers that were made before are old. */
    version: number;
  };
  /** The member's circle, and the one that is hidden from everybody else. Degrees, metres. */
  privacy_zones: {
    user_id: number;
    id: number;
    name: string;
    lat: number;
    lng: number;
    radius: number;
    hidden_lat: number;
    hidden_lng: number;
    hidden_radius: number;
    created_at: Date;
  };
}
