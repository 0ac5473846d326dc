// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {TaskEscrow} from "../../contracts/TaskEscrow.sol";
import {PlainCallableToken} from "../contracts/tokens/PlainToken.sol";

/// @title Cheatcodes that Halmos and Forge share
interface Vm {
    function prank(address sender) external;
    function warp(uint256 timestamp) external;
}

/// @title Cheatcodes of Halmos that create symbolic values
interface Svm {
    function createAddress(string memory name) external pure returns (address);
    function createBool(string memory name) external pure returns (bool);
    function createUint(uint256 bits, string memory name) external pure returns (uint256);
}

/// @title Properties of {TaskEscrow} for Halmos, which tries all values of the symbolic variables
/// @dev `anyState` reaches every combination of free, owed, paid and returned slots of an escrow with two slots.
contract EscrowProperties {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    Svm private constant svm = Svm(address(uint160(uint256(keccak256("svm cheat code")))));

    uint256 private constant TAX = 1e18;
    uint256 private constant NOW = 1_800_000_000;
    uint64 private constant REFUNDABLE_AT = uint64(NOW + 37 days);
    address private constant OWNER = address(0x0A);
    address private constant OPERATOR = address(0x0B);
    address private constant GUARDIAN = address(0x0C);
    address private constant FUNDER = address(0xF0);
    address private constant DOER = address(0xD0E1);

    PlainCallableToken private token;
    TaskEscrow private escrow;
    ITaskEscrow.Terms private terms;
    bytes32 private id;

    function setUp() public {
        vm.warp(NOW);
        token = new PlainCallableToken(FUNDER, 1_000 * TAX);
        escrow = new TaskEscrow(token, OWNER, OPERATOR, GUARDIAN, 1_000 * TAX);
        terms = ITaskEscrow.Terms(FUNDER, uint96(10 * TAX), 2, REFUNDABLE_AT, "salt");
        vm.prank(FUNDER);
        token.approve(address(escrow), type(uint256).max);
        vm.prank(FUNDER);
        escrow.fund(terms);
        id = escrow.escrowId(terms);
    }

    function check_pausingNeverStopsARefund() public {
        anyState();
        vm.prank(svm.createBool("byOwner") ? OWNER : GUARDIAN);
        escrow.pause();
        vm.warp(REFUNDABLE_AT + svm.createUint(32, "later"));
        uint128 before = freeSlots();
        vm.prank(svm.createAddress("anyone"));
        try escrow.refund(terms) {
            assert(freeSlots() == 0);
        } catch {
            assert(before == 0);
        }
    }

    /// @dev Each slot is free, owed or paid; then the escrow is closed or not.
    function anyState() private {
        bytes32[] memory ids = new bytes32[](1);
        uint128[] memory slots = new uint128[](1);
        (ids[0], slots[0]) = (id, uint128(svm.createUint(2, "owed")));
        vm.prank(OPERATOR);
        escrow.hold(ids, slots);
        for (uint8 slot = 0; slot < 2; slot++) {
            if (!svm.createBool("paid")) continue;
            vm.prank(OPERATOR);
            escrow.release(id, slot, DOER);
        }
        if (!svm.createBool("closed")) return;
        vm.prank(OPERATOR);
        escrow.close(terms);
    }

    function freeSlots() private view returns (uint128) {
        (, uint8 slots,, bool closed, uint128 paid, uint128 owed) = escrow.escrows(id);
        return closed ? 0 : uint128((1 << slots) - 1) & ~(paid | owed);
    }
}
