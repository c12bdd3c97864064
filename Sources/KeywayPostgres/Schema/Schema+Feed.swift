extension Schema {
    /// The SQL statements that give the log that nodes share a feed; its tables may be in use.
    ///
    /// The column's default numbers blocks by their transactions, so nodes of any version append as before. Blocks that are there
    /// get the number of this change. The index costs an append about 90 bytes of the server's log, and so is made for a feed only.
    static let feed = """
        -- By which transaction each block was appended, for the feed. Where another statement, a backup for one, has the table for longer than a
        -- second, this fails and changes nothing: run it again later.
        DO $$ BEGIN \(waitsBriefly) ALTER TABLE keyway.shared_block ADD COLUMN xid bigint NOT NULL DEFAULT txid_current(); END $$;

        -- Nodes go on meanwhile. It cannot be a part of a transaction. Where the records already lie in weeks, leave CONCURRENTLY out: nodes wait then.
        CREATE INDEX CONCURRENTLY shared_block_feed ON keyway.shared_block (xid, place, first);
        """

    /// The SQL statement that removes the feed. It is needed where the tables were restored from a dump: the numbers of another server's
    /// transactions order nothing here, so the feed must be made anew.
    static let endOfFeed = "ALTER TABLE keyway.shared_block DROP COLUMN xid"
}
