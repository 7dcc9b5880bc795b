/// One small recording with something of everything, for golden files: short enough to follow by eye.
enum SmallTrace {
    static let json = """
        {"format": "tracekit", "version": 1,
        "trace": {"name": "a tap and a scroll", "app": "Landmarks", "process": "Landmarks", "device": "iPhone 17 Pro",
        "os": "iOS 26.1", "build": "1.4 (812)", "configuration": "Release", "refresh_hz": 120,
        "started_at": "2026-05-04T09:30:00Z", "duration_ns": 3000000000},
        "interactions": [
        {"id": 1, "kind": "tap", "name": "Favorite", "start_ns": 1000000000, "duration_ns": 80000000}
        ],
        "causes": [
        {"id": 2, "cause": 1, "kind": "observable", "name": "ModelData.favorites", "origin": "app", "start_ns": 1000400000}
        ],
        "updates": [
        {"id": 10, "view": "LandmarkList", "module": "Landmarks", "phase": "creation", "start_ns": 100000000, "duration_ns": 21500000},
        {"id": 11, "view": "LandmarkRow", "module": "Landmarks", "instance": "row-1", "cause": 2, "start_ns": 1001000000, "duration_ns": 17250000, "changed": ["isFavorite"]},
        {"id": 12, "view": "LandmarkRow", "module": "Landmarks", "instance": "row-2", "cause": 2, "start_ns": 1019000000, "duration_ns": 9000000, "changed": []},
        {"id": 13, "view": "LandmarkRow", "module": "Landmarks", "instance": "row-3", "cause": 2, "start_ns": 1029000000, "duration_ns": 8300000, "changed": ["@self"]},
        {"id": 14, "view": "LandmarkRow", "module": "Landmarks", "instance": "row-4", "cause": 2, "phase": "check", "start_ns": 1038000000, "duration_ns": 40000},
        {"id": 15, "view": "FavoriteButton", "module": "Landmarks", "cause": 2, "start_ns": 1039000000, "duration_ns": 1200000},
        {"id": 16, "view": "MapView", "module": "Landmarks", "kind": "representable", "start_ns": 2000000000, "duration_ns": 12000000},
        {"id": 17, "view": "MapView", "module": "Landmarks", "kind": "layout", "start_ns": 2013000000, "duration_ns": 300000},
        {"id": 18, "view": "LandmarkDetail", "module": "Landmarks", "start_ns": 2900000000},
        {"id": 19, "view": "LandmarkDetail", "module": "Landmarks", "start_ns": 2950000000, "duration_ns": -5}
        ],
        "hitches": [{"start_ns": 1020000000, "duration_ns": 16666666, "narrative": "Potentially expensive app update(s)"}],
        "hangs": [{"start_ns": 90000000, "duration_ns": 260000000, "thread": "main"}]
        }
        """
}
